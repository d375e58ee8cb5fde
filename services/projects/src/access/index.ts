import { authorize } from './authorize';
import { listAccess } from './list-access';

export const accessOperations = [authorize, listAccess];
