/** Formulas of texts. */

/** Renders the formulas in an element. They stay as they are written if that fails. */
export async function showFormulas(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const formulas = [...element.querySelectorAll<HTMLElement>('.math-inline, .math-display')];
  if (formulas.length === 0) return;
  const renderer = await loadRenderer().catch(() => undefined);
  if (signal.aborted) return;
  for (const formula of formulas) renderer?.renderFormula(formula);
}

async function loadRenderer() {
  const renderer = await import('./render-formula');
  await renderer.loadFormulaStyle();
  return renderer;
}
