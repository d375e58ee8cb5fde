import { authenticateForNode } from './operations/authenticate-for-node';
import { authorizeForNode } from './operations/authorize-for-node';
import { getSettingsForNode } from './operations/get-settings-for-node';

export const delegatedAuthOperations = [authenticateForNode, authorizeForNode, getSettingsForNode];
