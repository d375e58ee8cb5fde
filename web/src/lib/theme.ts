/** Dark and light: that of the system unless the visitor chose one. */

const KEY = 'forgemesh.theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Returns the chosen theme. */
export function chosenTheme(): Theme {
  return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
}

/** Stores and shows a theme. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  showTheme();
  for (const listener of listeners) listener();
}

/** Calls `listener` after each choice; returns a function that stops it. */
export function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the chosen theme, and follows the system if it is `system`. */
export function startTheme(): void {
  showTheme();
  systemIsDark.addEventListener('change', showTheme);
}

function showTheme(): void {
  const theme = chosenTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
  const { dataset, style } = document.documentElement;
  dataset['theme'] = isDark ? 'dark' : 'light';
  // The browser paints the empty page in this scheme before the style sheet is loaded.
  style.colorScheme = isDark ? 'dark' : 'light';
}
