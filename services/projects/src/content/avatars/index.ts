import { getGroupAvatar, getProjectAvatar } from './operations/get-avatar';

export const avatarOperations = [getGroupAvatar, getProjectAvatar];
