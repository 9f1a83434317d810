/** Focuses the text box as soon as the page has the focus, and never takes it from elsewhere. */
const box = document.querySelector('textarea');
const focus = () => box.focus();
window.addEventListener('focus', focus);
if (document.hasFocus()) {
  focus();
}
