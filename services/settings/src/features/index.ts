import { deleteFeature } from './operations/delete-feature';
import { listFeatures } from './operations/list-features';
import { setFeature } from './operations/set-feature';

/** Operations on feature flags. */
export const operations = [listFeatures, setFeature, deleteFeature];
