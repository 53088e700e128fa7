// /brands/{slug}
import { NamePage } from '../name-page';

export default function BrandRoute() {
  return <NamePage kind="brands" />;
}
