/** Id of the field of the header's search. */
export const SEARCH_ID = 'header-search';

/** Id of the dialog that lists the keyboard shortcuts. */
export const DIALOG_ID = 'shortcuts';

/** Event of the window that opens the dialog "Jump to". */
export const JUMP_EVENT = 'forgemesh-jump-to';

/** Shows the dialog that leads to projects, people, issues and pages. */
export function showJumpTo(): void {
  window.dispatchEvent(new Event(JUMP_EVENT));
}

/** Shows the list of shortcuts. */
export function showShortcuts(): void {
  const dialog = document.getElementById(DIALOG_ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
