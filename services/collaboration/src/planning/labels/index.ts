/** Public interface of labels. */
export { type LabelQueries, type LabelsDeps, type LabelStores } from './deps';
export { existingLabelIds, itemLabelIds, labelIdsOf, MAX_LABELS, relabelling } from './item-labels';
export { groupScope, type LabelScope, labelsInScope, ownScope, projectScope } from './label-scope';
export { presentLabelDetails } from './label.entity';
export { type LabelDocument, type PrioritizedLabel } from './label.model';
export { loadCachedLabels, presentItemLabels, readLabelsById } from './load-labels';
export { titleErrors } from './new-label';
export { type LabelCounts, type PlannedItems } from './planned-items';
export { replaceSameTitledLabels } from './replace-label';
