/**
 * Operations of other services that a secondary serves in their place, from the primary or from its
 * copies.
 */
import { downloadProjectExport } from './files/operations/download-project-export';
import { getGroupAvatar, getProjectAvatar, getUserAvatar } from './files/operations/get-avatar';
import { getUpload } from './files/operations/get-upload';
import { authenticate } from './internal/answers/authenticate';
import { authorize } from './internal/answers/authorize';
import { getSettings } from './internal/answers/get-settings';

/** The services whose contracts declare them. */
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
