// The terms of service.
import { Link } from 'react-router-dom';

export function Terms() {
  return (
    <>
      <h2>Using this site</h2>
      <p>You may read, link to and quote our reviews and articles. Copying them whole needs our consent in writing.</p>
      <h2>What a review is</h2>
      <p>
        Our reviews are opinions, formed with care on the products that we tested. Prices and specifications change; the date beside them says how old they
        are. Decide for yourself before you buy.
      </p>
      <h2>Links to shops</h2>
      <p>Some links earn us a commission. What you buy there is a matter between you and the shop.</p>
      <h2>Liability</h2>
      <p>The site is provided as it is. We correct errors as soon as we learn of them, and do not answer for damage that follows from relying on them.</p>
      <h2>Questions</h2>
      <p>
        Write to us with the <Link to="/contact" className="text-link">contact form</Link>. We answer inquiries about these terms within 7 business days.
      </p>
    </>
  );
}
