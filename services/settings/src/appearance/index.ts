/** Public interface of appearance. */
export { isColor } from './colors';
