import { useSyncExternalStore } from 'react';
import { chosenTheme, onThemeChoice, type Theme } from './theme';

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChoice, chosenTheme);
}
