import { pullProjectMirror } from './operations/pull-project-mirror';

export const mirrorOperations = [pullProjectMirror];
