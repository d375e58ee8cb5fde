import { listAdminStorages } from './list-admin-storages';

export const adminStorageOperations = [listAdminStorages];
