import { authenticateForNode } from './authenticate-for-node';
import { authorizeForNode } from './authorize-for-node';
import { getSettingsForNode } from './get-settings-for-node';

export const delegatedAuthOperations = [authenticateForNode, authorizeForNode, getSettingsForNode];
