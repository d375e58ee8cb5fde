/** Public interface of parsing texts: references, mentions, tasks. */
export { closingReferencesIn } from './closing-references';
export { assertTexts } from './item-texts';
export { type Mentions, mentionsOf, newMentions } from './mentions';
export { referencesIn } from './parse-references';
export { linesInFences, proseOf } from './prose';
export { type Reference, type TextScope } from './reference';
export { rewriteReferences, uploadsIn } from './rewrite-references';
export { type Task, tasksOf, taskStatus, toggledTasks } from './tasks';
