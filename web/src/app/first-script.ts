/**
 * Runs before the page is painted, so that it never shows in the wrong theme: a script of its own
 * in the head of the document, which the build makes of this file and what it imports.
 */
import { startTheme } from '#lib/theme';

startTheme();
