import { listPushGrants } from './list-push-grants';

export const pushGrantOperations = [listPushGrants];
