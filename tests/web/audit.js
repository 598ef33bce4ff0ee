() => {
    const wrong = [], tell = (rule, thing) => wrong.push(`${rule}: ${thing.outerHTML.slice(0, 160)}`);
    const all = (what, under = document) => [...under.querySelectorAll(what)];
    const hidden = thing => thing.closest("[aria-hidden=true]") || !thing.checkVisibility({checkVisibilityCSS: true});
    const clean = text => (text ?? "").trim();
    const spoken = thing => clean(thing.getAttribute("aria-label")) || clean(thing.getAttribute("aria-labelledby")?.split(" ")
        .map(id => document.getElementById(id)?.textContent).join(" "))
        || clean([...(thing.labels ?? [])].map(l => l.textContent).join(" "))
        || clean(thing.title) || clean(thing.querySelector?.(":scope > title")?.textContent);
    const named = thing => spoken(thing) || clean(thing.textContent);

    if (!document.documentElement.lang) wrong.push("the page has no language");
    if (!clean(document.title)) wrong.push("the page has no title");
    for (const what of ["main", "h1"]) if (all(what).length !== 1) wrong.push(`${all(what).length} elements ${what}`);
    const ids = all("[id]").map(thing => thing.id);
    for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) wrong.push(`the id ${id} is there more than once`);
    for (const key of ["aria-labelledby", "aria-describedby", "aria-controls", "for"])
        for (const thing of all(`[${key}]`)) for (const id of thing.getAttribute(key).split(" "))
            if (!document.getElementById(id)) tell(`${key} names nothing`, thing);
    let last = 1;
    for (const heading of all("h1, h2, h3, h4")) {
        if (hidden(heading)) continue;
        const level = Number(heading.tagName[1]);
        if (level > last + 1) tell("a level of headings is left out", heading);
        if (!clean(heading.textContent)) tell("an empty heading", heading);
        last = level;
    }
    const controls = "a[href], button, select, textarea, input:not([type=hidden]), summary, [role=button], [tabindex='0']";
    for (const thing of all(controls)) {
        if (hidden(thing)) continue;
        const typed = thing.matches("select, textarea, input");
        if (!(typed ? spoken(thing) : named(thing))) tell("a control without a name", thing);
        if (thing.parentElement.closest("a[href], button")) tell("a control within a control", thing);
    }
    for (const thing of all("[tabindex]")) if (Number(thing.getAttribute("tabindex")) > 0) tell("an order of its own", thing);
    for (const thing of all("img:not([alt])")) tell("a picture without words", thing);
    for (const thing of all("[role=img], [role=meter], [role=group], [role=region]")) if (!hidden(thing) && !spoken(thing)) tell("no name for its role", thing);
    for (const list of all("ul, ol")) for (const child of list.children) if (!["LI", "SCRIPT", "TEMPLATE"].includes(child.tagName)) tell("not an item of the list", child);
    for (const item of all("li")) if (!item.closest("ul, ol, menu")) tell("an item without a list", item);

    const numbers = colour => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const part = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const over = (top, under) => { const a = top[3] ?? 1; return [0, 1, 2].map(i => top[i] * a + under[i] * (1 - a)); };
    const ground = thing => {
        const layers = [];
        for (let n = thing; n; n = n.parentElement) layers.push(numbers(getComputedStyle(n).backgroundColor));
        return layers.reverse().reduce((under, top) => top.length ? over(top, under) : under, [255, 255, 255]);
    };
    for (const thing of all("body *")) {
        const own = [...thing.childNodes].some(node => node.nodeType === 3 && clean(node.textContent));
        if (!own || thing.closest("svg, option, .sr-only, .skip, noscript, [disabled], .toast:not(.shown)") || hidden(thing)) continue;
        const style = getComputedStyle(thing), under = ground(thing), colour = over(numbers(style.color), under);
        const [a, b] = [light(colour), light(under)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
        const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.6 && Number(style.fontWeight) >= 700;
        if (ratio < (large ? 3 : 4.5) - 0.01) tell(`contrast ${ratio.toFixed(2)}`, thing);
    }
    return [...new Set(wrong)];
}
