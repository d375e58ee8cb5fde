/** Entry point of the approvals process. */
import { runProcess } from '@forgemesh/service';
import { approvals } from './service';

runProcess([approvals]);
