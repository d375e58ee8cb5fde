/** Id of the field of the header's search. */
export const SEARCH_ID = 'header-search';

/** Id of the dialog that lists the keyboard shortcuts. */
export const DIALOG_ID = 'shortcuts';

/** Shows the list of shortcuts. */
export function showShortcuts(): void {
  const dialog = document.getElementById(DIALOG_ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
