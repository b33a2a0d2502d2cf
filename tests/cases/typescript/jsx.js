const page: unknown = <div className="a">hi</div>;
return page;

