import { archiveProject } from './operations/archive-project';
import { restoreProject } from './operations/restore-project';
import { transferProject } from './operations/transfer-project';
import { unarchiveProject } from './operations/unarchive-project';

export const lifecycleOperations = [archiveProject, restoreProject, transferProject, unarchiveProject];
