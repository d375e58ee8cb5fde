import { deleteFeature } from './operations/delete-feature';
import { listFeatures } from './operations/list-features';
import { setFeature } from './operations/set-feature';

/** The operations on feature flags. */
export const operations = [listFeatures, setFeature, deleteFeature];
