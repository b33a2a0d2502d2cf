//! about = "Reports of test runs are added up, with the failures and the slowest tests."
//! [files]
//! "/reports/TEST-cart.xml" = """
//! <?xml version="1.0" encoding="UTF-8"?>
//! <testsuite name="CartTest" tests="4" failures="1" errors="0" skipped="1" time="1.532" timestamp="2024-03-05T10:00:00">
//!   <properties><property name="java.version" value="21"/></properties>
//!   <testcase name="adds &quot;one&quot; item" classname="shop.CartTest" time="0.021"/>
//!   <testcase name="totals" classname="shop.CartTest" time="1.402">
//!     <failure message="expected: &lt;10.00&gt; but was: &lt;9.99&gt;" type="AssertionError"><![CDATA[java.lang.AssertionError: expected
//! \tat shop.CartTest.totals(CartTest.java:42)
//! ]]></failure>
//!   </testcase>
//!   <testcase name="discount" classname="shop.CartTest" time="0.001"><skipped/></testcase>
//!   <testcase name="empties" classname="shop.CartTest" time="0.108"/>
//!   <system-out>starting...</system-out>
//! </testsuite>
//! """
//! "/reports/TEST-login.xml" = """
//! <testsuite name="LoginTest" tests="1" failures="0" errors="1" skipped="0" time="0.250">
//!   <testcase name="times out" classname="shop.LoginTest" time="0.25"><error type="java.io.IOException">connect timed out</error></testcase>
//! </testsuite>
//! """
//! "/reports/TEST-empty.xml" = "<testsuite name=\"EmptyTest\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\"/>\n"

import { readFileSync } from "node:fs";
import { XMLParser } from "fast-xml-parser";

interface TestCase { name: string; classname: string; time: number; failure?: any; error?: any; skipped?: "" }

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", parseAttributeValue: true, isArray: (name) => name === "testcase" });

export default async () => {
  const total = { tests: 0, failures: 0, errors: 0, skipped: 0, time: 0 };
  const cases: TestCase[] = [];
  for (const file of await state.glob("/reports/TEST-*.xml")) {
    const { testsuite } = parser.parse(readFileSync(file, "utf8"));
    for (const key of Object.keys(total)) total[key as keyof typeof total] += testsuite[key];
    cases.push(...(testsuite.testcase ?? []));
  }
  const failed = cases.filter((c) => c.failure || c.error).map((c) => `${c.classname} ${c.name}: ${(c.failure ?? c.error).message ?? (c.failure ?? c.error)["#text"]}`);
  const slowest = cases.toSorted((a, b) => b.time - a.time).slice(0, 2).map((c) => `${c.name} ${c.time} s`);
  return { ...total, time: total.time.toFixed(3), failed, slowest, skipped: cases.filter((c) => c.skipped === "").map((c) => c.name) };
};
//= result: {
//=   tests: 5,
//=   failures: 1,
//=   errors: 1,
//=   skipped: ["discount"],
//=   time: "1.782",
//=   failed: [
//=     "shop.CartTest totals: expected: <10.00> but was: <9.99>",
//=     "shop.LoginTest times out: connect timed out",
//=   ],
//=   slowest: ["totals 1.402 s", "times out 0.25 s"],
//= }
