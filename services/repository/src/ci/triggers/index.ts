import { createTrigger } from './operations/create-trigger';
import { deleteTrigger } from './operations/delete-trigger';
import { getTrigger } from './operations/get-trigger';
import { listTriggers } from './operations/list-triggers';
import { takeTriggerOwnership } from './operations/take-trigger-ownership';
import { triggerPipeline } from './operations/trigger-pipeline';
import { updateTrigger } from './operations/update-trigger';

export const triggerOperations = [
  listTriggers,
  getTrigger,
  createTrigger,
  updateTrigger,
  takeTriggerOwnership,
  deleteTrigger,
  triggerPipeline,
];
