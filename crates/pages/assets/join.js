// Sends the forms to sit down and to change one's name. The reason of a refusal appears beside the name, and the typed name
// stays. Without this script the answer is a page that says the same.

function tell(form, text) {
  form.querySelector('.wrong').textContent = text;
  form.elements.name.ariaInvalid = text ? 'true' : null;
}

async function send(form) {
  const action = form.getAttribute('action');
  const body = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/plain' }, redirect: 'manual' });
    // A seated player has another page.
    if (answer.type === 'opaqueredirect') return void location.assign(action.replace(/\/\w+$/, ''));
    tell(form, await answer.text());
    if (!answer.ok) form.elements.name.focus();
  } catch {
    tell(form, document.getElementById('alert').dataset.offline);
  }
  delete form.dataset.busy;
}

for (const form of document.querySelectorAll('.join, .rename')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = 'yes';
    tell(form, '');
    send(form);
  });
}
