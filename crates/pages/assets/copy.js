// Buttons that copy a link.

async function copy(button) {
  const text = new URL(button.dataset.copy, location).href;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only secure pages may write to the clipboard; selected text can be copied on any page.
    const area = document.body.appendChild(document.createElement('textarea'));
    area.value = text;
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  const label = button.textContent;
  if (label === button.dataset.done) return;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = label; }, 2000);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) copy(button);
});
