import { updateSubmodule } from './update-submodule';

export const submoduleOperations = [updateSubmodule];
