import { pullProjectMirror } from './pull-project-mirror';

export const mirrorOperations = [pullProjectMirror];
