// The privacy policy: what is stored, why, and how to have it deleted.
import { Link } from 'react-router-dom';

export function Privacy() {
  return (
    <>
      <h2>What we store</h2>
      <ul>
        <li>
          <strong>Page views.</strong> Which page was read, when, the kind of browser and device, the country, the page you came from and a random number for
          your visit. Your network address is kept apart from them, in a record of its own that can be deleted whole.
        </li>
        <li>
          <strong>Messages.</strong> Your name, email address and what you wrote, until we delete the message. Then it is really gone.
        </li>
        <li>
          <strong>In your own browser only.</strong> Light or dark, once you have chosen; the number of your visit, until you close the tab; and page views
          that could not be sent yet.
        </li>
      </ul>
      <p>There are no advertising cookies and no trackers of other companies. Readers get no cookie at all.</p>
      <h2>How to stay out of the counts</h2>
      <p>Switch on Do Not Track or Global Privacy Control in your browser: then no page view is stored or sent.</p>
      <h2>Videos</h2>
      <p>A video of another site is loaded only when you start it. From then on that site’s own policy applies.</p>
      <h2>Children</h2>
      <p>Candor is not meant for children under 13, and we do not knowingly store anything about them.</p>
      <h2>Your rights</h2>
      <p>
        Ask us what we hold about you, and to correct or delete it, with the <Link to="/contact" className="text-link">contact form</Link>. We answer privacy inquiries within 30 days.
      </p>
    </>
  );
}
