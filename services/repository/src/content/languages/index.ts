/** Public interface of languages. */
export type { LanguagesDocument } from './languages.model';
export { languagesAt, measureLanguages } from './measure-languages';
