import { discardProjectRows } from './discard-project-rows';
import { exportProjectRows } from './export-project-rows';
import { importProjectRows } from './import-project-rows';
import { listSnippetRows } from './list-snippet-rows';

export const projectRowsOperations = [exportProjectRows, listSnippetRows, importProjectRows, discardProjectRows];
