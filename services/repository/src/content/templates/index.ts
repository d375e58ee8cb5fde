/** Public interface of templates. */
export { listFolderTemplates, readFolderTemplate } from './template-folder';
