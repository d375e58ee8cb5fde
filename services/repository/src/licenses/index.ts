import { getLicense } from './get-license';

export const licenseOperations = [getLicense];
