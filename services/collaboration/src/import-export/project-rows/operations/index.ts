import { exportProjectRows } from './export-project-rows';
import { listSnippetRows } from './list-snippet-rows';

export const projectRowsOperations = [exportProjectRows, listSnippetRows];
