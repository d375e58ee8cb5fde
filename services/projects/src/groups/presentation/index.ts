import { getGroup } from './operations/get-group';

export const groupPresentationOperations = [getGroup];
