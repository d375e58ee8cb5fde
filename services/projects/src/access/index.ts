import { authorize } from './authorize';
import { listAccess } from './list-access';
import { listGroupAccess } from './list-group-access';

export const accessOperations = [authorize, listAccess, listGroupAccess];
