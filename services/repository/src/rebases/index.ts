import { applyRebase } from './apply-rebase';
import { buildRebase } from './build-rebase';

export const rebaseOperations = [applyRebase, buildRebase];
