// Sends the form to sit down. The reason of a refusal appears beside the name, and the typed name stays. Without this script
// the answer is a page that says the same.

const form = document.querySelector('form.join');
const name = form?.elements.name;
const wrong = document.getElementById('join-wrong');

function tell(text) {
  wrong.textContent = text;
  name.ariaInvalid = text ? 'true' : null;
}

async function sit() {
  const action = form.getAttribute('action');
  const body = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/plain' }, redirect: 'manual' });
    // A seated player has another page.
    if (answer.type === 'opaqueredirect') return void location.assign(action.replace(/\/sit$/, ''));
    tell(await answer.text());
    name.focus();
  } catch {
    tell(document.getElementById('alert').dataset.offline);
  }
  delete form.dataset.busy;
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = 'yes';
  tell('');
  sit();
});
