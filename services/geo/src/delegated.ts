/**
 * Delegated operations: those of other services that a secondary serves itself, from its replicas
 * or by calling the primary.
 */
import { downloadProjectExport } from './replication/files/operations/download-project-export';
import { getGroupAvatar, getProjectAvatar, getUserAvatar } from './replication/files/operations/get-avatar';
import { getUpload } from './replication/files/operations/get-upload';
import { authenticate } from './internal/delegated/authenticate';
import { authorize } from './internal/delegated/authorize';
import { getSettings } from './internal/delegated/get-settings';

/** Services whose contracts declare the delegated operations. */
export const delegatingServices = ['identity', 'projects', 'settings'];

export const delegatedOperations = [
  authenticate,
  authorize,
  downloadProjectExport,
  getGroupAvatar,
  getProjectAvatar,
  getSettings,
  getUpload,
  getUserAvatar,
];
