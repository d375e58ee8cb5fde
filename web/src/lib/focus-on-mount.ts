/** Reference of the field that takes the focus when a form appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
