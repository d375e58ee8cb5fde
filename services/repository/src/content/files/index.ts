/** Public interface of files. */
export { changeFile } from './change-file';
