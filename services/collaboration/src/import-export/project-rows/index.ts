import { exportProjectRows } from './operations/export-project-rows';
import { listSnippetRows } from './operations/list-snippet-rows';

export const projectRowsOperations = [exportProjectRows, listSnippetRows];
