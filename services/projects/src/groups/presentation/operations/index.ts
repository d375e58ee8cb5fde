import { getGroup } from './get-group';

export const groupPresentationOperations = [getGroup];
