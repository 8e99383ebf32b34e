/** Submits a form with validation, as its own button does. Safari before 16 has no `requestSubmit`. */
export function submitForm(form: HTMLFormElement | null): void {
  if (form === null) return;
  if ('requestSubmit' in HTMLFormElement.prototype) {
    form.requestSubmit();
    return;
  }
  const button = document.createElement('button');
  button.hidden = true;
  form.append(button);
  button.click();
  button.remove();
}
