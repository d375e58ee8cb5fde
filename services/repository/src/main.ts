/** Entry point of the repository process. */
import { runProcess } from '@forgemesh/service';
import { repository } from './service';

runProcess([repository]);
