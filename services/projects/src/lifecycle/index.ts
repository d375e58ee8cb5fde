import { archiveProject } from './archive-project';
import { restoreProject } from './restore-project';
import { transferProject } from './transfer-project';
import { unarchiveProject } from './unarchive-project';

export const lifecycleOperations = [archiveProject, restoreProject, transferProject, unarchiveProject];
