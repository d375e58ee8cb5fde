/** Entry point of the deliveries process. */
import { runProcess } from '@forgemesh/service';
import { deliveries } from './service';

runProcess([deliveries]);
