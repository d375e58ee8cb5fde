import { deleteFeature } from './delete-feature';
import { listFeatures } from './list-features';
import { setFeature } from './set-feature';

/** Operations on feature flags. */
export const operations = [listFeatures, setFeature, deleteFeature];
