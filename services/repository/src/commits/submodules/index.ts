import { updateSubmodule } from './operations/update-submodule';

export const submoduleOperations = [updateSubmodule];
