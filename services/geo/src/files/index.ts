import { downloadProjectExport } from './download-project-export';
import { getGroupAvatar, getProjectAvatar, getUserAvatar } from './get-avatar';
import { getUpload } from './get-upload';
import { isFileHeld } from './is-file-held';

export const fileOperations = [isFileHeld];

/** Operations of other services that a secondary answers in their place. */
export const standInDownloads = [downloadProjectExport, getGroupAvatar, getProjectAvatar, getUpload, getUserAvatar];
