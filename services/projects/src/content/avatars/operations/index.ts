import { getGroupAvatar, getProjectAvatar } from './get-avatar';

export const avatarOperations = [getGroupAvatar, getProjectAvatar];
