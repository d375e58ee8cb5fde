/** Public interface of parsing texts: references, mentions, tasks. */
export { assertTexts } from './item-texts';
export { type Mentions, mentionsOf, newMentions } from './mentions';
export { referencesIn } from './parse-references';
export { linesInFences, proseOf } from './prose';
export { type Reference, type TextScope } from './reference';
export { type Task, tasksOf, taskStatus, toggledTasks } from './tasks';
